package weburl

import "testing"

func TestSuggest(t *testing.T) {
	t.Parallel()
	const feed = "https://www.paper.com/feed"
	for text, want := range map[string]string{
		`https:\\www.paper.com\feed`: feed, `www.paper.com\feed`: feed, "htps://www.paper.com/feed": feed,
		"htttps://www.paper.com/feed": feed, "hxxps://www.paper.com/feed": feed, "https:/www.paper.com/feed": feed,
		"https:www.paper.com/feed": feed, "https//www.paper.com/feed": feed, "https;//www.paper.com/feed": feed,
		"https : // www.paper.com / feed": feed, "https://https://www.paper.com/feed": feed,
		"https://http//www.paper.com/feed": feed,
		"ttps://www.paper.com/feed":        feed, "ftp://www.paper.com/feed": feed, "www.paper .com/feed": feed,
		"www,paper,com/feed": feed, "www. paper. com/feed": feed, "https://me:secret@www.paper.com/feed": feed,
		"https://.www.paper.com./feed": feed,
		"http:/paper.com":              "http://paper.com/", "https://paper.com/my feed%": "https://paper.com/my%20feed%25",
		"ann@paper.com": "https://paper.com/", "mailto:ann@paper.com": "https://paper.com/",
		"hxxp://paper[.]test:8080/feed": "http://paper.test:8080/feed", "hxxps://www[.]paper[.]com/feed": feed,
		"https[:]//www(.)paper(.)com/feed": feed, "www[dot]paper[dot]com/feed": feed, "https//:www.paper.com/feed": feed,
		"https://:www.paper.com/feed": feed, "https://www..paper.com/feed": feed,
		"https://www.paper.com%2Ffeed": feed, feed + " latest news": feed, feed + "\n" + feed: feed,
		"ann@gmail.com": "", "paper": "", "two words": "", "lorem ipsum.dolor sit": "", "": "", "javascript:alert(1)": "",
		"10.0.0.1": "", "http://localhost/": "", "http://[::1]/": "", "data:text/plain,x": "", "…": "",
	} {
		if got := Suggest(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
