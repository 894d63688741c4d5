/** Columns padded to their widest cell: the first to the left, the others, which are numbers, to the right. */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const format = (cells: readonly string[]) =>
    widths
      .map((width, column) =>
        column === 0 ? (cells[column] ?? '').padEnd(width) : (cells[column] ?? '').padStart(width),
      )
      .join('  ')
      .trimEnd()
  return [format(header), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(format)].join('\n')
}
