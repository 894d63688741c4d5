/** Weir's sign. */
export function Mark() {
  return (
    <svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#0b5563" />
      <path d="M5 10h14v4c0 4 2 6 8 6" fill="none" stroke="#8fe3f0" strokeWidth="3" strokeLinecap="round" />
      <path d="M5 16h8v3c0 4 4 7 14 7" fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}
