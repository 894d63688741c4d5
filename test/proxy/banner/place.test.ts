import test from 'ava'
import { placeIn } from '../../../proxy/banner/place.ts'

/** The place is where `^` stands. */
const DOCUMENTS = [
  '<!doctype html><html><head>^<meta charset="utf-8">',
  '<!DOCTYPE html>\n<!-- <head> --><html lang="en" data-x="a>b">\n<HEAD profile=\'>\'>^<title>',
  '<head/>^<title>',
  '\n <!--><html>^<body class="<head>">',
  '<!doctype html>^<title>chat</title>',
  '<html>^text',
  // A quotation mark is one where a value begins, and nowhere else.
  '<html data-a=5" lang=it\'s><head>^<meta content="it\'s">',
  '<html a"b c = "d>" \'=e/f="><head/>^<title>',
  '<html ="><head>^<meta content=">">',
  "<html/a='>'/b>^<body>",
  '<!--!><head>--><head>^<title>',
  '<!----!><head>^<title>',
  '<!-- a --!><html>^<header>',
  '<?xml version="1.0"?><!doctype html><html><head>^<script>',
  '\u{feff}<html><head>^</head>',
  '^Just a text',
]

for (const marked of DOCUMENTS) {
  test(`the script comes first in the head: ${marked.replaceAll('\n', ' ')}`, (t) => {
    const document = Buffer.from(marked.replace('^', ''))
    const place = Buffer.byteLength(marked.slice(0, marked.indexOf('^')))
    t.is(placeIn(document), place)
    // Whatever piece of it has come, the place is the same or not known yet.
    for (let length = 0; length < document.length; length++) {
      const early = placeIn(document.subarray(0, length))
      t.true(early === undefined || early === place, `${early} after ${length} bytes`)
    }
  })
}

for (const text of [
  '',
  ' \n',
  '<',
  '<!-',
  '<!--',
  '<!-- a -',
  '<!doctype',
  '<html',
  '<html a="',
  '<html a=">',
  '<he',
  '<head',
  '<!--!>',
]) {
  test(`more has to come behind ${JSON.stringify(text)}`, (t) => {
    t.is(placeIn(Buffer.from(text)), undefined)
  })
}

test('a document in UTF-16 has no place, whatever its head says', (t) => {
  const little = Buffer.from('\u{feff}<html><head>', 'utf16le')
  const big = Buffer.from(little).swap16()
  for (const document of [little, big])
    for (let length = 0; length <= document.length; length++) t.is(placeIn(document.subarray(0, length)), undefined)
})
