module github.com/newsources/newsources

go 1.26.8
