import { defineConfig } from 'vitest/config'

// It starts servers of its own, so nothing of the other suites' setup is needed.
export default defineConfig({
  test: { include: ['tests/cluster/whole.test.ts'], testTimeout: 60 * 60_000, hookTimeout: 300_000 },
})
