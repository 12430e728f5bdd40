// Modules that are loaded when they are needed.

const failures = new Map(); // by URL

// Imports a module. Some browsers never request the URL of a failed module again, so that each further
// attempt has a URL of its own.
export async function imported(url) {
  const failed = failures.get(url) ?? 0;
  try {
    return await import(failed ? `${url}?attempt=${failed + 1}` : url);
  } catch (error) {
    failures.set(url, failed + 1);
    throw error;
  }
}
