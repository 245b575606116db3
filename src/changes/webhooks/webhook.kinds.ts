import { kind } from '../../database/rows/kind.js'

export const webhookKind = kind('webhooks', {
  name: 'webhook',
  noun: 'Webhook',
  type: 'Webhook',
  owner: 'createdBy',
  project: 'projectId',
  log: {
    secrets: ['encryptedSecret', 'encryptionKeyId', 'previousSecret', 'previousKeyId'],
    derived: [
      ...([
        'tx',
        'seq',
        'firstTx',
        'runningTx',
        'failures',
        'failingSince',
        'retryAt',
        'leasedBy',
        'leasedUntil',
      ] as const),
      ...(['previousUntil', 'updatedAt'] as const),
    ],
  },
})
