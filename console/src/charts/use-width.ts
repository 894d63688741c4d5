import { useLayoutEffect, useRef, useState } from 'react'

/**
 * How wide an element is, in CSS pixels, now and whenever that changes: what is drawn in them has letters of their right size.
 * @param first what it will most likely be: then it is drawn once
 */
export function useWidth(first: number) {
  const element = useRef<HTMLElement>(null)
  const [width, setWidth] = useState(first)
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return
    const measure = () => setWidth(Math.max(1, Math.floor(current.clientWidth)))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return { element, width }
}
