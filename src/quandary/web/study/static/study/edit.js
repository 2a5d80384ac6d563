// The preview of a text while it is being written.
const text = /** @type {HTMLTextAreaElement} */ (document.getElementById('text')), preview = document.getElementById('preview')
const token = /** @type {HTMLInputElement} */ (document.querySelector('[name=csrfmiddlewaretoken]')).value
let timer = 0

text.addEventListener('input', () => {
  clearTimeout(timer)
  if (preview) timer = setTimeout(show, 300)
})

async function show() {
  try {
    const response = await fetch('/research/preview-text', { method: 'POST', headers: { 'X-CSRFToken': token, Accept: 'application/json' }, body: new URLSearchParams({ text: text.value }) })
    const { html } = await response.json()
    preview.replaceChildren(...new DOMParser().parseFromString(html, 'text/html').body.childNodes) // HTML in the text is escaped
  } catch { /* without a connection the preview stays as it is */ }
}
