/** As the styles lay the page out (shell.css, ui.css), in pixels. Where they do otherwise, what is drawn is drawn again. */
const NARROW = 900
const [SIDE, WIDEST, GAP, CARD] = [208, 1344, 16, 34]
const BESIDE = 416

/** How wide what is in a card will be. @param cards how many stand side by side where there is room */
export function cardWidth(cards: 1 | 2): number {
  const window = document.documentElement.clientWidth
  const page = window <= NARROW ? window - 24 : Math.min(window - SIDE, WIDEST) - 48
  const fits = page >= cards * BESIDE + (cards - 1) * GAP
  return Math.floor(fits ? (page - (cards - 1) * GAP) / cards : page) - CARD
}
