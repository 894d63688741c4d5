/**
 * Has what belongs to one person forgotten once nobody is signed in, or somebody else.
 * @returns to be told who is signed in, each time that may have changed; undefined: nobody
 */
export function forgetting(forget: () => void): (person: string | undefined) => void {
  let before: string | undefined
  return (person) => {
    if (before !== undefined && before !== person) forget()
    before = person
  }
}
