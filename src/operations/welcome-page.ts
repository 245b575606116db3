const links = [
  ['graphql', 'GraphiQL', 'try queries and mutations; the first tab signs you in'],
  ['docs', 'REST API', 'every route with its parameters, bodies and answers'],
  ['api/health/ready', 'State', 'whether database, queue and model service answer'],
] as const

/** The page that a browser gets from a server without a desk: a single page without scripts. */
export const welcomePage = (basePath: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Parallax</title>
<style>
body { font: 1.05rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 12vh auto; padding: 0 1.5rem }
h1 { margin: 0; font-size: 2rem; font-weight: 600 }
dt { margin-top: 1.2rem }
dt a { font-weight: 600 }
dd { margin: 0 }
</style>
</head>
<body>
<main>
<h1>Parallax</h1>
<p>This is the server of an installation for video annotation work. Programs reach it by GraphQL and REST; whoever started it has the
address and the first password on the terminal.</p>
<dl>
${links.map(([path, name, about]) => `<dt><a href="${basePath}/${path}">${name}</a></dt>\n<dd>${about}</dd>`).join('\n')}
</dl>
</main>
</body>
</html>
`
/** The content security policy of the welcome page: only its inline styles are allowed. */
export const welcomePolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
