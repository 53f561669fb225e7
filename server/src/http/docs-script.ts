import { SESSION_HEADER } from '@gantry/contract/wire/headers';

/**
 * Brings the API page its content with the session that the console keeps in this browser, because a page that is opened by its address
 * sends no headers. A file of its own because the content security policy allows no inline script.
 */
export const DOCS_SCRIPT = `
const ask = (address) => fetch(address, { headers: { '${SESSION_HEADER}': localStorage.getItem('token') ?? '' } });

const content = await ask('api/docs.html');
const main = document.querySelector('main');
if (content.ok) main.outerHTML = await content.text();
else if (content.status === 401) document.getElementById('sign-in').hidden = false;
else main.textContent = 'The description could not be read: the server answered ' + content.status + '.';
document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();

document.addEventListener('click', async (event) => {
  const link = event.target.closest('a[download]');
  if (!link || link.href.startsWith('blob:')) return;
  event.preventDefault();
  const answer = await ask(link.href);
  if (!answer.ok) return location.reload();
  const file = document.createElement('a');
  file.href = URL.createObjectURL(await answer.blob());
  file.download = link.download;
  file.click();
  URL.revokeObjectURL(file.href);
});
`;
