// What the server writes above the worker: see server/site/web_app.py.
declare const SETUP: { build: string, key: string, title: string, unread: string };
