// Sets the language of the page before it is drawn: that of the URL, the one chosen before, or the
// browser's first choice.

{
  let chosen = null;
  try {
    chosen = JSON.parse(localStorage.getItem("noughts.language"));
  } catch {} // storage is disabled
  const asked = [new URLSearchParams(location.search).get("lang"), chosen, ...navigator.languages];
  const found = asked.map((tag) => tag?.toLowerCase().split("-")[0]).find((tag) => ["en", "de", "es"].includes(tag));
  document.documentElement.lang = found ?? "en";
}
