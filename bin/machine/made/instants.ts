import type { Draw } from '../draw.ts'

/** Milliseconds of some instant of 2015 to 2034. */
export const instant = (draw: Draw) => draw.between(1_420_000_000_000, 2_050_000_000_000)

export const microseconds = (draw: Draw) => `${instant(draw)}${draw.anyDigits(3)}`

export const nanoseconds = (draw: Draw) => `${instant(draw)}${draw.anyDigits(6)}`

export const iso = (draw: Draw) => new Date(instant(draw)).toISOString()

export const clock = (draw: Draw) => `${draw.between(10, 23)}:${draw.between(10, 59)}:${draw.between(10, 59)}`
