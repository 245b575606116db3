import { openLine } from './line.js'

/**
 * The variable that `up` sets for the processes that it starts. It hands the model service its connections, and starts
 * a worker once the API says that there is work.
 */
export const partVariable = 'PARALLAX_PART'

/** What the API tells the `up` that started it: there is work for a worker. */
export interface SaidByApi {
  work: true
}

/** What `up` tells the API: the database can be used, and where it is. */
export interface SaidToApi {
  databaseUrl: string
}

/** The channel from the API to the `up` that started it. */
export const lineToUp = () => openLine<SaidByApi, SaidToApi>(process, 'up')
