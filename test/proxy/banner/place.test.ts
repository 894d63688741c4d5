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
]) {
  test(`more has to come behind ${JSON.stringify(text)}`, (t) => {
    t.is(placeIn(Buffer.from(text)), undefined)
  })
}
