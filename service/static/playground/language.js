// Sets the language of the page before it is drawn: that of the address, or the browser's first choice.

{
  const asked = [new URLSearchParams(location.search).get("lang"), ...navigator.languages];
  const found = asked.map((tag) => tag?.toLowerCase().split("-")[0]).find((tag) => ["en", "de", "es"].includes(tag));
  document.documentElement.lang = found ?? "en";
}
