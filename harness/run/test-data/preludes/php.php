<?php
function say(...$texts) { echo implode($texts); }
function complain($text) { fwrite(STDERR, $text); }
function crash() { exit(255); }
function spin() { for (;;); }
function fill($text, $count) { say(str_repeat($text, $count)); }
function flood($text) { for (;;) fill($text, 9999); }
function ask() { return rtrim(fgets(STDIN), "\n"); }
