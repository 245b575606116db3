import { createRoot } from 'react-dom/client'
import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './app/desk.css'
import { Components } from './pages/components/Components.js'

// The entry of the page that bin/components.mjs serves; the desk does not contain it.
createRoot(document.getElementById('root')!).render(<Components />)
