// Where the site begins: `/`, or the path below which it was exported. Every script that is sent lies three folders deep.

export const ROOT = new URL("../../..", import.meta.url).pathname;
