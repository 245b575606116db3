import { defineConfig } from 'vitest/config'

// This suite starts its own servers, so it needs none of the setup of the other suites.
export default defineConfig({
  test: { include: ['tests/cluster/whole.test.ts'], testTimeout: 60 * 60_000, hookTimeout: 300_000 },
})
