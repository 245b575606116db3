/**
 * The path under which the browser reaches the server: empty for the root, or the server's BASE_PATH, which the server
 * writes into the page.
 */
export const basePath = document.documentElement.dataset['base'] ?? ''

/** Returns the address of a path of the server, such as /api/health. */
export const address = (path: string): string => basePath + path
