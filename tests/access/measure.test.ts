import { metrics as api } from '@opentelemetry/api'
import { metrics as sdk } from '@opentelemetry/sdk-node'
import { expect, it } from 'vitest'
import { made } from '../support/workspace.js'

it('every access check is counted in rbac.check.duration with action, resource, result and role (T-02)', async () => {
  const exporter = new sdk.InMemoryMetricExporter(sdk.AggregationTemporality.CUMULATIVE)
  const reader = new sdk.PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })
  api.setGlobalMeterProvider(new sdk.MeterProvider({ readers: [reader] }))
  // Instruments are made when the modules load, so these come after the provider.
  const { startApi } = await import('../support/api.js')
  const server = await startApi()
  const [ann, ben] = [await server.person(), await server.person()]
  const { body: project } = await ann.post('/api/projects', { name: 'P', slug: 'p' })
  await ann.get(`/api/projects/${project.id}`)
  await ben.get(`/api/projects/${project.id}`)
  await made(ann.put(`/api/projects/${project.id}`, { name: 'Q' }))
  await reader.forceFlush()
  const found = exporter
    .getMetrics()
    .flatMap((one) => one.scopeMetrics)
    .flatMap((one) => one.metrics)
    .find((one) => one.descriptor.name === 'rbac.check.duration')
  expect(found?.descriptor).toMatchObject({ unit: 'ms', type: 'HISTOGRAM' })
  const counted = found?.dataPoints.map((point) => point.attributes)
  expect(counted).toEqual(
    expect.arrayContaining([
      { action: 'read', resource: 'project', result: 'allow', role: 'project_owner' },
      { action: 'read', resource: 'project', result: 'deny', role: 'none' },
      { action: 'update', resource: 'project', result: 'allow', role: 'project_owner' },
    ]),
  )
  await server.stop()
})
