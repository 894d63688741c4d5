/** What people ask of an AI service every day, in English and French, with figures, code and a log: nobody's secret. */
export const ORDINARY_TEXT = `Could you help me rewrite this email so that it sounds friendlier? We met on Tuesday at 10:30 and agreed to move
the release from 12 March to 2 April 2026, because two of the five suppliers had not answered yet. The budget stays at
18,400 euros, of which 35 % has been spent. Please keep it under 150 words and end with a question.

Peux-tu résumer en trois points le compte rendu de la réunion du 14 janvier 2026 ? Les équipes de Lyon et de Nantes ont
présenté leurs résultats : la part de marché passe de 12,5 % à 14 %, et le délai moyen de livraison tombe à 3 jours. Il reste
à décider qui s'occupe du nouveau site et quand commencent les formations.

Why does this function return undefined for the last item?

function total(items) {
  let sum = 0
  for (let i = 0; i <= items.length; i++) sum += items[i].price * items[i].quantity
  return sum
}

2026-01-14T09:31:07Z INFO server started on port 8080 in 412 ms
2026-01-14T09:31:09Z WARN cache miss for key user-profile, retrying (1 of 3)

| Region | Q1 | Q2 |
|---|---|---|
| North | 1,204 | 1,377 |
| South | 998 | 1,051 |

What would be a good name for a small bakery that also sells coffee, and which colours would you choose for its sign? Give me
ten ideas as a list, and explain the best one in two sentences.`
