// Keep a part of the page fresh: fetch the page again now and then, and put its part in the place of the old one.
const EVERY_MS = 5000
/** @type {(page: Document) => Element | null} */
const part = (page) => page.getElementById('live')

setInterval(async () => {
  if (document.hidden || part(document)?.contains(document.activeElement)) return // nobody looks, or somebody is at work in it
  try {
    const response = await fetch(location.href, { headers: { Accept: 'text/html' } })
    if (!response.ok || response.redirected) return
    const fresh = part(new DOMParser().parseFromString(await response.text(), 'text/html'))
    if (fresh) part(document)?.replaceWith(fresh)
  } catch { /* without a connection the page stays as it is */ }
}, EVERY_MS)
