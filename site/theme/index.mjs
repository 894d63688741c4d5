// The theme without its fonts: those of the system are enough, and nothing has to be loaded.
import theme from 'vitepress/theme-without-fonts'
import './style.css'

export default theme
