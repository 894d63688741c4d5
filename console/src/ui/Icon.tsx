const PATHS = {
  dashboard: 'M2 9h5V2H2zm0 5h5v-3H2zm7 0h5V7H9zm0-12v3h5V2z',
  alerts:
    'M8 1.5c-2.6 0-4.3 1.9-4.3 4.3 0 3.3-1.5 4.4-1.5 5.2h11.6c0-.8-1.5-1.9-1.5-5.2C12.3 3.400 10.600 1.500 8 1.500zM6.500 12.500a1.500 1.500 0 0 0 3 0z',
  interactions: 'M2 3h12v1.700H2zm0 4.200h12v1.700H2zm0 4.200h8v1.700H2z',
  find: 'M7 2a5 5 0 1 0 3 9l3.200 3.200 1.100-1.100L11.100 10A5 5 0 0 0 7 2zm0 1.600a3.400 3.400 0 1 1 0 6.800 3.400 3.400 0 0 1 0-6.800z',
  policies:
    'M8 1.500 2.500 3.500v4c0 3.500 2.300 5.700 5.500 7 3.200-1.300 5.500-3.500 5.500-7v-4zm-.8 9L4.700 8l1.100-1.100 1.400 1.400 3-3L11.300 6.400z',
  exceptions:
    'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zm0 1.600a4.400 4.400 0 1 1 0 8.800 4.400 4.400 0 0 1 0-8.800zM5 7.200h6v1.600H5z',
  detectors:
    'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zm0 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8zm0 2.200a1.800 1.800 0 1 0 0 3.600 1.800 1.800 0 0 0 0-3.600z',
  playground: 'M4 2v12l9-6z',
  services: 'M3 2h10v4H3zm0 8h10v4H3zm2-7.200v2.400h1.600V2.800zm0 8v2.400h1.600v-2.400zM7.300 6h1.400v4H7.300z',
  proxies: 'M2 4h12v3H2zm0 5h12v3H2z',
  webhooks:
    'M8 2a3 3 0 0 0-1.600 5.500L4.700 10.300a2 2 0 1 0 1.400.8L8.500 7 7.300 6.200A1.500 1.500 0 1 1 9.500 5h1.500a3 3 0 0 0-3-3zm3.500 7.500a2 2 0 0 0-1.500.7H7v1.500h2.700a2 2 0 1 0 1.800-2.200z',
  users: 'M8 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM2.500 14c0-3 2.400-4.700 5.500-4.700s5.500 1.700 5.500 4.700z',
  audit: 'M3 1.500h7l3 3v10H3zm2 5v1.300h6V6.500zm0 2.600v1.300h6V9.100z',
  settings: 'M2 4h6v1.600H2zm10 0h2v1.600h-2zM9 3h2v3.600H9zM2 10.400h2V12H2zm6 0h6V12H8zM5 9.400h2V13H5z',
  setup: 'M7.200 2h1.600v5.200H14v1.600H8.800V14H7.200V8.800H2V7.200h5.200z',
} as const

export type IconName = keyof typeof PATHS

/** For the eye only: a word always stands beside it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} fill="currentColor" fillRule="evenodd" />
    </svg>
  )
}
