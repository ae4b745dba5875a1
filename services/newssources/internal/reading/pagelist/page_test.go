package pagelist

import (
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed/feedtest"
)

func TestCorpus(t *testing.T) {
	feedtest.CheckCorpus(t, func(file feedtest.File) (*feed.Document, error) {
		return Read(file.Data, recipeOf(t, file), file.Options)
	})
}

func recipeOf(t testing.TB, file feedtest.File) *Recipe {
	var recipe *Recipe
	if err := json.Unmarshal(file.Recipe, &recipe); err != nil {
		t.Fatal(err)
	}
	return recipe
}

func TestReadRefusesInvalidRecipe(t *testing.T) {
	t.Parallel()
	_, err := Read([]byte("<rss>"), &Recipe{}, feed.Options{})
	var refused *feed.Error
	if !errors.As(err, &refused) || refused.Code != CodeRecipe || refused.Detail == "" {
		t.Error(err)
	}
}

// hostilePages generate pages of about n bytes that are expensive to read.
var hostilePages = map[string]func(n int) string{
	"nested":           func(n int) string { return page(strings.Repeat("<div class=a>", n/13)) },
	"formatting":       func(n int) string { return page(repeat(500, "<b id=%d>") + strings.Repeat("<p>", n/3)) },
	"rows":             func(n int) string { return page(strings.Repeat("<table><tr><td>", n/15)) },
	"ends":             func(n int) string { return page(strings.Repeat("<div>", 250) + strings.Repeat("</p>", n/4)) },
	"list items":       func(n int) string { return page("<ul>" + strings.Repeat("<li class=a>x", n/13)) },
	"comments in text": func(n int) string { return page("a" + strings.Repeat("<!---->a", n/8)) },
	"attributes":       func(n int) string { return page("<a " + strings.Repeat("a ", n/2) + ">") },
	"scripts":          func(n int) string { return page(strings.Repeat("<script></", n/10)) },
	"nested items":     func(n int) string { return page(strings.Repeat("<div class=a><p class=a>", n/24)) },
}

var hostileRecipe = &Recipe{List: ".a .a .a .a .a .a .a .zz, .a", Title: ".a .a .a .b", Link: "a:not(.x)"}

var hostileOptions = feed.Options{BaseURL: "https://a.example/", Now: feedtest.Now}

func page(content string) string { return "<!DOCTYPE html><html><body>" + content }

func repeat(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

func TestHostilePagesTakeLinearTime(t *testing.T) { // not parallel: it measures time
	for name, generate := range hostilePages {
		t.Run(name, func(t *testing.T) {
			feedtest.CheckLinearTime(t, 512<<10, func(n int) []byte { return []byte(generate(n)) }, func(data []byte) {
				_, _ = Read(data, hostileRecipe, hostileOptions)
			})
		})
	}
}

func TestMemoryIsBounded(t *testing.T) {
	const limit = 60 << 20
	for name, generate := range hostilePages {
		t.Run(name, func(t *testing.T) {
			data := []byte(generate(feed.MaxBytes))
			peak := feedtest.PeakMemory(func() {
				d, _ := Read(data, hostileRecipe, hostileOptions)
				runtime.KeepAlive(d)
			})
			runtime.KeepAlive(data)
			if peak > limit {
				t.Errorf("%d MB are in use at the peak", peak>>20)
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	for _, file := range feedtest.Corpus(f) {
		f.Add(file.Data, byte(0))
	}
	recipe := &Recipe{List: "li, article > div:not(.ad), .item", Title: "h3", Date: "time, .date", Summary: "p",
		Author: ".by@title"}
	policies := []feed.IdentityPolicy{feed.IdentityAuto, feed.IdentityLink, feed.IdentityContent}
	f.Fuzz(func(t *testing.T, data []byte, policy byte) {
		d, err := Read(data, recipe, feed.Options{
			BaseURL: "https://a.example/b/c", Now: feedtest.Now, MaxItems: 20, Identity: policies[int(policy)%len(policies)],
		})
		feedtest.CheckError(t, err)
		if err == nil {
			feedtest.CheckDocument(t, d, 20)
		}
	})
}

func FuzzRecipe(f *testing.F) {
	for _, seed := range []string{"#a > .b.c, ul li:nth-child(2)", `a[href^="/news/"]@title`, "div:not(.ad):first-child",
		"li + li", `\31 23`} {
		f.Add(seed, "a@href")
	}
	document := []byte(`<html><ul class=a id=b><li class="c d"><a href=/x>x</a></ul>`)
	f.Fuzz(func(t *testing.T, list, link string) {
		d, err := Read(document, &Recipe{List: list, Link: link}, feed.Options{Now: feedtest.Now})
		feedtest.CheckError(t, err)
		if err == nil {
			feedtest.CheckDocument(t, d, feed.DefaultMaxItems)
		}
	})
}
