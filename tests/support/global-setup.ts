/** Runs once before all suites. */
export default async function globalSetup(): Promise<void> {}
