// Ask before everything is deleted, and forget what this device kept.
import { forget } from '/static/study/queue.js'

const form = document.getElementById('leave')
form?.addEventListener('submit', (event) => { if (!window.confirm(form.dataset.sure)) event.preventDefault(); else forget() })
