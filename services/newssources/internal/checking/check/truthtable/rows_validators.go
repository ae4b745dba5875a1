package main

var validators = []*behaviour{
	{name: "ETag", feed: always(news{}.answer()), want: want{isCached: true}},
	{name: "Last-Modified without ETag", feed: always(news{validators: lastModified}.answer()),
		want: want{isCached: true}},
	{name: "weak ETag", feed: always(news{validators: weakChanging}.answer()), want: want{isCached: true}},
	{name: "no validators", feed: always(news{validators: noValidators}.answer())},
	{name: "another ETag in each response", feed: always(news{validators: rotatingETag}.answer())},
	{name: "304 with another ETag each time", feed: always(news{validators: rotatingOn304, every: 6 * hour}.answer()),
		every: 6 * hour, want: want{isCached: true}},
	{name: "ETag without 304", feed: always(news{validators: ignoredETag}.answer())},
	{name: "304 although the document has changed", feed: always(news{validators: frozenETag, size: 60}.answer()),
		want: want{lag: 15 * hour}},
	{name: "304 without a condition", feed: always(news{validators: alwaysNotMod}.answer()),
		want: want{states: "ok degraded failing", cause: "bad_response"}},
	{name: "Last-Modified in ten years", feed: always(news{validators: futureDate}.answer())},
	{name: "validators disappear", feed: script{from(0, news{}.answer()), from(2*day,
		news{validators: noValidators}.answer())}},
	{name: "Expires: 0 and no-cache",
		feed: always(news{header: map[string]string{"Expires": "0", "Cache-Control": "no-cache"}}.answer())},
}
