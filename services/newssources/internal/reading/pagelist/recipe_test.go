package pagelist

import (
	"errors"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

func TestRecipeValidate(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		recipe Recipe
		want   string // part of the error text, or empty
	}{
		{Recipe{List: "article"}, ""},
		{Recipe{List: "#a > .b.c, ul li:nth-child(2)", Title: "h2 a", Link: "a@href", Date: "time@datetime", Summary: "p",
			Author: ".by"}, ""},
		{Recipe{List: `a[href^="/news/"][title~='x, y']`, Date: "@data-date"}, ""},
		{Recipe{List: `div:not(.ad):first-child`, Title: `a[href*="@"]`}, ""},
		{Recipe{}, `needs a selector for "list"`},
		{Recipe{List: " "}, `needs a selector for "list"`},
		{Recipe{List: "li@id"}, "can't end in an attribute"},
		{Recipe{List: "li", Title: "a b c d e f g h i"}, `"title" can't be used: it has more than 8 steps`},
		{Recipe{List: "a,a,a,a,a,a,a,a,a"}, "more than 8 alternatives"},
		{Recipe{List: strings.Repeat("a", 301)}, "longer than 300"},
		{Recipe{List: "h2 + p"}, "aren't supported"},
		{Recipe{List: "h2 ~ p"}, "aren't supported"},
		{Recipe{List: "div:has(a)"}, "“:has” isn't supported"},
		{Recipe{List: "p:contains('x')"}, "“:contains” isn't supported"},
		{Recipe{List: "p:nth-child(2n+1)"}, "“:nth-child()” needs exactly one number"},
		{Recipe{List: "p:nth-child(1000)"}, "needs a number from 1 to 100"},
		{Recipe{List: "p:hover"}, "“:hover” isn't supported"},
		{Recipe{List: "p:not(a b)"}, "“:not()” needs exactly one element"},
		{Recipe{List: `a[href#=x]`}, "isn't supported"},
		{Recipe{List: `a[href`}, "“]” is missing"},
		{Recipe{List: "li >"}, "an element is missing"},
		{Recipe{List: "li,"}, "an element is missing"},
		{Recipe{List: "li)"}, "a “)” without a “(”"},
		{Recipe{List: "li", Link: "a@hr ef"}, "“hr ef” after the “@” is not the name of an attribute"},
		{Recipe{List: "li", Link: "a@"}, "not the name of an attribute"},
		{Recipe{List: "9"}, "isn't a CSS selector"},
	} {
		err := c.recipe.Validate()
		var refused *feed.Error
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%+v is refused: %v", c.recipe, err)
		case c.want != "" && (!errors.As(err, &refused) || refused.Code != CodeRecipe ||
			!strings.Contains(refused.Detail, c.want) ||
			!strings.Contains(refused.Detail, `"`+refused.Field+`"`)):
			t.Errorf("%+v: %v, want %q", c.recipe, err, c.want)
		}
	}
}

func TestSelectorFind(t *testing.T) {
	t.Parallel()
	root, _ := markup.ParseTree([]byte(`<html><body><div id=a class="x y"><p id=b class=x><i id=c></i><p id=d><i id=e class=x></i></div>` +
		`<ul id=f><li id=g>1<li id=h>2<ul id=i><li id=j>3</ul><li id=k></ul><table id=l><tr id=m><td id=n><td id=o></table></body>`))
	for _, c := range []struct {
		selector, want string
		outermost      bool
	}{
		{".x", "a b e", false},
		{".x", "a", true},
		{"div i", "c e", false},
		{"div > i", "", false},
		{"div > p > i", "c e", false},
		{".x .x", "b e", false},
		{".x.y > .x, #e", "b e", false},
		{"ul > li", "g h j k", false},
		{"ul > li", "g h k", true},
		{"li:first-child", "g j", false},
		{"li:nth-child(2)", "h", false},
		{"li:not(#g):not(:last-child)", "h", false},
		{"table > tbody > tr > td:last-child", "o", false},
		{"body div p i", "c e", false},
		{"body > i", "", false},
		{"*", "a b c d e f g h i j k l m n o", false},
	} {
		s, err := compileSelector(c.selector)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		s.find(root, c.outermost, func(n *html.Node) bool {
			if id := markup.Attribute(n, "id"); id != "" {
				got = append(got, id)
			}
			return true
		})
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s gives %v, want %s", c.selector, got, c.want)
		}
	}
}
