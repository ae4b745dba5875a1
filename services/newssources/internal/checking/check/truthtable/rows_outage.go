package main

// The network does not work from 10 to 16 h.
var ownOutage = []*behaviour{
	{name: "works all the time", over: "outage", feed: long},
	{name: "failed before and fails afterwards", over: "outage", feed: script{from(0, news{}.answer()), from(hour,
		status(500))}, want: want{states: "ok degraded failing", cause: "server_error"}},
	{name: "recovers during the outage", over: "outage", feed: script{from(0, news{size: 60}.answer()), from(2*hour,
		status(500)), from(13*hour, news{size: 60}.answer())}, want: want{states: "ok degraded failing? ok"}},
	{name: "fails from the time of the outage on", over: "outage", feed: script{from(0, news{}.answer()),
		from(13*hour, status(403))}, want: want{states: "ok degraded blocked?", cause: "forbidden"}},
	{name: "closes a connection just before the outage", over: "outage", feed: script{from(0,
		news{size: 60}.answer()), from(9*hour, closed), from(16*hour, news{size: 60}.answer())},
		want: want{states: "ok (degraded ok)?"}},
	{name: "suspect before the outage", over: "outage", feed: script{from(0, news{}.answer()),
		from(2*hour, maintenance)}, want: want{states: "ok degraded suspect", cause: "html_instead_of_feed"}},
	{name: "publishes nothing during the outage", over: "outage", feed: script{from(0,
		news{until: 9 * hour}.answer()), from(20*hour, news{}.answer())}},
}
