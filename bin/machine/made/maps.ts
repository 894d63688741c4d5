import type { Draw } from '../draw.ts'
import { lines, type Source } from '../source.ts'

/** Points around one place, longitude first, with as many decimals as one program writes. */
function points(draw: Draw): () => [longitude: string, latitude: string] {
  const decimals = draw.between(4, 15)
  const [longitude, latitude] = [draw.between(-179, 179), draw.between(-80, 80)]
  const print = draw.pick([(value: number) => value.toFixed(decimals), String])
  return () => [print(longitude + draw.normal(0, 0.4)), print(latitude + draw.normal(0, 0.4))]
}

function geoJson(draw: Draw): string {
  const point = points(draw)
  const pair = () => `[${point().join(draw.pick([',', ', ', ',']))}]`
  const ring = () => draw.times(90, pair).join(draw.pick([',', ', ', ',\n        ']))
  return draw.pick([
    () =>
      `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"id":${draw.digits(9)}},"geometry":{"type":"Polygon","coordinates":[[${ring()}]]}}]}`,
    () =>
      `{\n "type": "LineString",\n "coordinates": [\n${draw.times(90, () => `  [\n   ${point().join(',\n   ')}\n  ]`).join(',\n')}\n ]\n}`,
    () =>
      JSON.stringify(
        draw.times(60, () => ({ lng: Number(point()[0]), lat: Number(point()[1]), alt: draw.normal(300, 90) })),
      ),
    () => `{"bbox":[${ring()}]}`,
  ])()
}

function topology(draw: Draw): string {
  const size = 10 ** draw.between(2, 6)
  const step = () => `[${Math.round(draw.normal(0, size))},${Math.round(draw.normal(0, size))}]`
  const arcs = () => draw.times(30, () => `[${draw.times(12, step).join(',')}]`).join(',')
  const geometry = () =>
    `{"type":"Polygon","arcs":[[${draw.times(9, () => draw.between(-3000, 3000)).join(',')}]],"id":"${draw.digits(5)}"}`
  const transform = `"transform":{"scale":[${draw.float() / 1000},${draw.float() / 1000}],"translate":[${draw.normal(0, 90)},${draw.normal(0, 45)}]}`
  return `{"type":"Topology",${transform},"objects":{"land":{"geometries":[${draw.times(20, geometry).join(',')}]}},"arcs":[${arcs()}]}`
}

function otherMaps(draw: Draw): string {
  const point = points(draw)
  return draw.pick([
    () => `POLYGON((${draw.times(150, () => point().join(' ')).join(', ')}))`,
    () =>
      lines(
        draw,
        70,
        () => `<trkpt lat="${point()[1]}" lon="${point()[0]}"><ele>${draw.normal(300, 50)}</ele></trkpt>`,
      ),
    () => `<coordinates>${draw.times(150, () => `${point().join(',')},0`).join(' ')}</coordinates>`,
    () => lines(draw, 90, (row) => [row, ...point().toReversed()].join(draw.pick([',', ';', '\t']))),
    () => lines(draw, 90, () => point().join(draw.pick([' ', ', ', ' / ']))),
    () => lines(draw, 90, () => `POINT EMPTY;SRID=4326;01${draw.hex(42).toUpperCase()}`),
    () =>
      lines(
        draw,
        90,
        () =>
          `https://tiles.example/${draw.between(3, 19)}/${draw.digits(6)}/${draw.digits(6)}.png?at=${point().join(',')}`,
      ),
  ])()
}

/** Metres of a projection (Lambert 93, UTM, Web Mercator). */
function projected(draw: Draw): string {
  const decimals = draw.between(0, 9)
  const [east, north] = draw.pick<[number, number]>([
    [652_469, 6_862_035],
    [261_848, 6_250_566],
    [448_251, 5_411_932],
    [-8_238_310, 4_970_241],
  ])
  const x = () => draw.normal(east, 9000).toFixed(decimals)
  const y = () => draw.normal(north, 9000).toFixed(decimals)
  return lines(
    draw,
    90,
    draw.pick([
      () => `${x()} ${y()}`,
      () => `${x()};${y()};${draw.digits(3)}`,
      () => `[ ${x()}, ${y()} ],`,
      () => `${x()},${y()} ${x()},${y()}`,
    ]),
  )
}

/** What receivers and satellites say: NMEA sentences, elements of orbits, RINEX. */
function positions(draw: Draw): string {
  const degrees = (width: number) => `${draw.digits(width)}.${draw.digits(draw.between(3, 6))}`
  return lines(
    draw,
    80,
    draw.pick([
      () =>
        `$GPGGA,1235${draw.between(10, 59)}.00,${degrees(4)},N,0${degrees(4)},E,1,08,0.9,${degrees(3)},M,46.9,M,,*${draw.hex(2).toUpperCase()}`,
      () =>
        `1 ${draw.digits(5)}U 98067A   26${draw.digits(3)}.${draw.digits(8)}  .000${draw.digits(5)}  00000-0  ${draw.digits(5)}-4 0  99${draw.digits(2)}\n2 ${draw.digits(5)}  51.${draw.digits(4)} ${draw.digits(3)}.${draw.digits(4)} 000${draw.digits(4)} ${draw.digits(3)}.${draw.digits(4)} ${draw.digits(3)}.${draw.digits(4)} 15.${draw.digits(14)}`,
      () => `G${draw.digits(2)}${draw.times(4, () => `${draw.digits(8)}.${draw.digits(3)}`.padStart(16)).join('')}`,
      () => `PG${draw.digits(2)}${draw.times(4, () => `${draw.normal(0, 20_000).toFixed(6)}`.padStart(14)).join('')}`,
      () =>
        `#RANGEA,COM1,0,60.0,FINESTEERING,${draw.digits(4)},${draw.digits(6)}.000;${draw.digits(8)}.${draw.digits(3)},${draw.float()}*${draw.hex(8)}`,
    ]),
  )
}

export const MAPS: readonly Source[] = [
  { name: 'GeoJSON', make: geoJson },
  { name: 'TopoJSON', make: topology },
  { name: 'other maps', make: otherMaps },
  { name: 'projected coordinates', make: projected },
  { name: 'positions and orbits', make: positions },
]
