import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { cacheExchange, Client, fetchExchange, Provider } from 'urql'
import { App } from './App'
import './style.css'

const client = new Client({
  url: '/graphql',
  exchanges: [cacheExchange, fetchExchange],
  fetchOptions: { credentials: 'same-origin' },
  preferGetMethod: false,
})

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Provider value={client}>
      <App />
    </Provider>
  </StrictMode>,
)
