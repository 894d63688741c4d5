import type { TelemetryFinding } from '../../../../core/model/event-data.ts'
import { foundIn } from '../../explain/found.ts'
import { number, percent, t } from '../../i18n/language.ts'
import { typeLabel } from '../../text/names.ts'
import { Untrusted } from '../../ui/Untrusted.tsx'
import type { Interaction } from '../../wire/types.ts'

/** All that was found, wherever it stands. */
export function Findings({ interaction }: { readonly interaction: Interaction }) {
  const { classifications } = interaction
  const { total, context, telemetry } = foundIn(interaction)
  const title = t('interaction.findings', { count: total })
  const isPlaced = telemetry !== undefined && telemetry.length > 0
  return (
    <section className="card stack-small">
      <h2>{title}</h2>
      {telemetry !== undefined && <p className="muted small">{t('telemetry.help')}</p>}
      {isPlaced && <Places findings={telemetry} title={title} />}
      {classifications.length > 0 && (
        <>
          {isPlaced && <h3>{t('telemetry.prompts')}</h3>}
          <InMessage classifications={classifications} title={title} />
        </>
      )}
      {context.length > 0 && (
        <>
          {classifications.length === 0 && telemetry === undefined && <p>{t('interaction.only-beside')}</p>}
          <h3>{t(telemetry === undefined ? 'interaction.beside' : 'telemetry.one')}</h3>
          <ul className="row">
            {context.map(({ type, count }) => (
              <li key={type} className="tag">
                {typeLabel(type)}
                {count > 1 && ` × ${number(count)}`}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** Which part of the body it stands in, and where. */
function Places({ findings, title }: { readonly findings: readonly TelemetryFinding[]; readonly title: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: nothing in it takes the focus, and it scrolls in a narrow window
    <section className="table-box" tabIndex={0} aria-label={title}>
      <table className="table">
        <thead>
          <tr>
            <th>{t('column.types')}</th>
            <th>{t('telemetry.part')}</th>
            <th>{t('column.place')}</th>
            <th>{t('telemetry.judged')}</th>
          </tr>
        </thead>
        <tbody>
          {findings.map(({ type, part, at, count, enforced }) => (
            <tr key={`${type} ${part} ${at} ${enforced}`}>
              <td>
                {typeLabel(type)}
                {count > 1 && ` × ${number(count)}`}
                <br />
                <code className="muted">{type}</code>
              </td>
              <td>{t(`telemetry.part.${part}`)}</td>
              <td className="mono">
                {at === '' ? (
                  <span className="muted">{t('telemetry.no-place')}</span>
                ) : (
                  <Untrusted text={at} max={160} />
                )}
              </td>
              <td className={enforced ? '' : 'muted'}>{t(enforced ? 'telemetry.enforced' : 'telemetry.recorded')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function InMessage({ classifications, title }: Pick<Interaction, 'classifications'> & { readonly title: string }) {
  const end = Math.max(1, ...classifications.map((found) => found.end))
  return (
    <>
      <div className="strip" aria-hidden="true">
        {classifications.map((found) => (
          <span
            key={`${found.start} ${found.type}`}
            style={{
              insetInlineStart: `${(found.start / end) * 100}%`,
              width: `${((found.end - found.start) / end) * 100}%`,
            }}
          />
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: nothing in it takes the focus, and it scrolls in a narrow window */}
      <section className="table-box" tabIndex={0} aria-label={title}>
        <table className="table">
          <thead>
            <tr>
              <th>{t('column.types')}</th>
              <th>{t('column.value')}</th>
              <th className="number">{t('column.confidence')}</th>
              <th className="number">{t('column.place')}</th>
            </tr>
          </thead>
          <tbody>
            {classifications.map((found) => (
              <tr key={`${found.start} ${found.end} ${found.type}`}>
                <td>
                  {typeLabel(found.type)}
                  <br />
                  <code className="muted">{found.type}</code>
                </td>
                <td className="mono">
                  {found.value === '' ? (
                    <span className="muted">{t('interaction.no-value')}</span>
                  ) : (
                    <Untrusted text={found.value} max={80} />
                  )}
                </td>
                <td className="number">{percent(found.score)}</td>
                <td className="number">
                  {number(found.start)}–{number(found.end)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
