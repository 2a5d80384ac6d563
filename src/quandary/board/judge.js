// The verdict on a play: the server's, or on a page without one that of the rules and the hashes it carries.

/** Ask the server whether moves solve the puzzle: {solved, reason, says}. */
export async function ask(url, body, token) {
  const response = await fetch(url, {
    method: 'POST', credentials: 'same-origin', body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'X-CSRFToken': token },
  }).catch(() => { throw new Error('The server cannot be reached. Try again.') })
  const told = await response.json()
  if (!response.ok) throw Object.assign(new Error(told.says ?? response.statusText), { told, status: response.status })
  return told
}

/** The verdict without a server: true, false, or null where the page cannot judge. */
export const here = (handle) => handle.isSolved()
