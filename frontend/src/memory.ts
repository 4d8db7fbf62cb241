// What the page remembers between visits; a browser that forbids it gets a page that forgets.

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(`joute.${name}`);
  } catch {
    return null;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(`joute.${name}`, value);
  } catch {
    // Private windows and full disks: nothing is lost but the comfort.
  }
}
