/** The id of the system persona: the same on every server, so that references to it always resolve (AM-06). */
export const systemPersonaId = '00000000-0000-4000-8000-000000000001'
