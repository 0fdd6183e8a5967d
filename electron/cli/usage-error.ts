/** The command line, or a file named on it, cannot be used. One line: what, where, what to do. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
