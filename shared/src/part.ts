import { openLine } from './line.js'

/**
 * The variable that `up` sets for the processes that it starts. `up` hands the model service its connections, and
 * starts a worker once the API reports work.
 */
export const partVariable = 'PARALLAX_PART'

/** The message of the API to the `up` that started it: there is work for a worker. */
export interface SaidByApi {
  work: true
}

/** The message of `up` to the API: the database is ready, at this URL. */
export interface SaidToApi {
  databaseUrl: string
}

/** Returns the channel from the API to the `up` that started it. */
export const lineToUp = () => openLine<SaidByApi, SaidToApi>(process, 'up')
