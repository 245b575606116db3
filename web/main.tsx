import { createRoot } from 'react-dom/client'
import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import '@mantine/dropzone/styles.css'
import './app/desk.css'
import { App } from './pages/App.js'

createRoot(document.getElementById('root')!).render(<App />)
