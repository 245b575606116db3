/** The bounds of inputs of the server. Generated from its shapes by `npm run generate`. */
export const bounds = {
  assignedVideos: { min: 1, max: 1000 },
  claimConfidence: { min: 0, max: 1 },
  comparedFrame: { min: 0, max: 2147483647 },
  comparedIou: { max: 1 },
  comparedStep: { min: 1, max: 2147483647 },
  extractedClaims: { min: 1, max: 200 },
  extractedConfidence: { min: 0, max: 1 },
  firstPassword: { minLength: 8 },
  movedObjects: { min: 1, max: 1000 },
  reviewedItems: { min: 1, max: 1000 },
  reviewNote: { maxLength: 10000 },
  searchQuery: { minLength: 1, maxLength: 200 },
  spokenLanguage: { minLength: 1, maxLength: 35 },
  suggestedTypes: { min: 1, max: 50 },
  summaryFrames: { min: 1, max: 100 },
  summarySampleRate: { min: 1, max: 10 },
  synthesisLength: { min: 100, max: 2000 },
} as const

/** The roles, by the scope in which they are held, the actions and the resource types of the permission table. */
export const permissionWords = {
  roles: {
    system: ['system_admin', 'user'],
    group: ['group_owner', 'group_admin', 'group_member'],
    project: ['project_owner', 'project_manager', 'annotator', 'reviewer', 'viewer'],
  },
  actions: ['create', 'read', 'update', 'delete', 'share', 'export', 'assign', 'manage_members', 'fork', 'review', 'manage'],
  resourceTypes: ['annotation', 'summary', 'claim', 'persona', 'world_state', 'video', 'project', 'group', 'user'],
} as const
