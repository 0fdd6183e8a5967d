/** What may come in through one call. */
export const payloadLimitBytes = 8 * 1024 * 1024;

export const bodyTooLarge = 'the body is larger than 8 MiB; send less, or import from a folder';
