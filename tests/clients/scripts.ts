import { execFile, spawnSync } from 'node:child_process'
import type { Person } from '../support/api.js'

// Runs clients/python/parallax.py with PARALLAX_TEST_PYTHON, else with the python3 of this machine.

/** A Python that can run the client; undefined if there is none. */
export const python = [process.env['PARALLAX_TEST_PYTHON'], 'python3', '/usr/bin/python3']
  .filter((one) => one !== undefined)
  .find((one) => spawnSync(one, ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0)
if (python === undefined)
  console.log('The tests of the Python client are skipped: there is no Python 3.9 or newer here')

type Caller = Pick<Person, 'cookie'>

/** The variables with which a script speaks for a user to the server at `url`. */
export const envOf = (who: Caller, url: string): NodeJS.ProcessEnv => {
  const { PARALLAX_TOKEN: _token, PARALLAX_USER: _user, ...others } = process.env
  return {
    ...others,
    PYTHONPATH: 'clients/python',
    PYTHONDONTWRITEBYTECODE: '1',
    NO_PROXY: '127.0.0.1',
    PARALLAX_URL: url,
    PARALLAX_COOKIE: who.cookie,
  }
}

/** Runs a script for a user and returns what it prints; rejects with what it wrote to standard error. */
export const printed = (who: Caller, url: string, code: string) =>
  new Promise<string>((done, fail) => {
    execFile(python!, ['-c', code], { env: envOf(who, url), maxBuffer: 1e8 }, (error, out, err) =>
      error ? fail(new Error(err)) : done(out),
    )
  })

/** What every script begins with. */
export const begin = 'import json\nfrom parallax import *\npx = Parallax()\n'

/** Gives the functions that run scripts against the server at `url`. */
export const scriptsFor = (url: string) => ({
  /** Runs statements with a client `px`, and returns the value of an expression after them. */
  valueOf: async (who: Caller, statements: string, expression: string, at = url) =>
    JSON.parse(await printed(who, at, `${begin}${statements}\nprint(json.dumps(${expression}))`)),
  /** Returns the members of the ParallaxError that a statement raises. */
  refusalOf: async (who: Caller, statement: string, at = url) =>
    JSON.parse(
      await printed(
        who,
        at,
        `${begin}refusal = None
try:
    ${statement}
except ParallaxError as error:
    refusal = error
print(json.dumps({"kind": type(refusal).__name__, "text": str(refusal), **vars(refusal)}))`,
      ),
    ),
})
