package weburl

import "strings"

// Platforms that have no rules of their own, in the order of their domains.
var (
	// subdomainPlatforms name an outlet by each subdomain: "paper.typepad.com".
	subdomainPlatforms = strings.Fields(`
	antville.org areavoices.com at.webry.info bandcamp.com bitacoras.com blackblogs.org bligoo.com blog.163.com
	blog.24heures.ch blog.bg blog.cz blog.de blog.fc2.com blog.hexun.com blog.hr blog.hu blog.idnes.cz
	blog.ilsole24ore.com blog.ir blog.is blog.jp blog.lemonde.fr blog.meta.ua blog.onet.pl blog.pl blog.pravda.sk
	blog.rs blog.siol.net blog.sme.sk blog.so-net.ne.jp blog.sohu.com blog.tdg.ch blog.terra.com.br blog.uol.com.br
	blog4ever.com blogas.lt blogautore.espresso.repubblica.it blogautore.repubblica.it blogbus.com blogcindario.com
	blogcu.com blogdetik.com blogdiario.com blogfa.com blogg.no blogg.se blogger.de bloggersdelight.dk bloggi.co
	bloggplatsen.se blogia.com blogosfera.uol.com.br blogs.sapo.pt blogsky.com blogsome.com blogspirit.com
	bloguje.cz bloog.pl blot.im blox.pl blubrry.net bravejournal.com canalblog.com centerblog.net ck.page
	cocolog-nifty.com convertkit.com curated.co devote.se diary.ru doorblog.jp dreamwidth.org e-monsite.com
	edublogs.org egloos.com eklablog.com exblog.jp exteen.com fandom.com free.fr freeblog.hu fullblog.com.ar
	globo.com gumroad.com hautetfort.com hs-sites.com hypotheses.org ilcannocchiale.it indiatimes.com indymedia.org
	instatus.com iobloggo.com jeeran.com jellycast.com jimdo.com jimdofree.com jimdosite.com joueb.com jugem.jp
	kaywa.ch kinja.com kit.com lacoctelera.net ldblog.jp lepodcast.fr livedoor.biz livedoor.blog lofter.com
	loxblog.com mailerpage.io maktoobblog.com mataroa.blog memberful.com metrobloggen.se mihanblog.com miraheze.org
	multiply.com muragon.com myblog.it mystrikingly.com narod.ru nationbuilder.com neocities.org noblogs.org
	nolblog.hu nova100.ilsole24ore.com obolog.com pagesperso-orange.fr parsiblog.com pblogs.gr pbworks.com
	persianblog.ir pika.page pinecast.co pixnet.net podcaster.de podcastpage.io podcastwebsites.com podcloud.fr
	podfm.ru podia.com podiant.co podigee.com podigee.io podster.fm popo.lt postach.io posterous.com
	posthaven.com prezly.com prose.sh puheenvuoro.uusisuomi.fi punt.nl reblog.hu rozblog.com rpod.ru seesaa.net
	silvrback.com skynetblogs.be skyrock.com smol.pub smugmug.com soup.io splinder.com squarespace.com ss-blog.jp
	stackexchange.com stationista.com statuspage.io super.site svbtle.com theletter.jp ti-da.net tripod.com
	twoday.net typepad.com typlog.io ucoz.ru unblog.fr vuodatus.net web-log.nl webblogg.se weblog.lol weblog.ro
	webnode.page webs.com weebly.com wifeo.com wikia.com wikidot.com xanga.com zendesk.com zip.net
	`)
	// pathPlatforms name an outlet by the first segment of the path: "paper.li/name".
	pathPlatforms = strings.Fields(`
	ameblo.jp audiomack.com behance.net bitbucket.org blog.51cto.com blog.csdn.net blog.daum.net blog.dnevnik.hr
	blog.goo.ne.jp blog.libero.it blog.livedoor.jp blog.roodo.com blog.udn.com blog.xuite.net blog.yam.com
	blog.zeit.de bloggen.be blogit.iltalehti.fi blogs.20minutos.es blogs.clarin.com blogs.publico.es
	blogs.rediff.com blogs.taz.de blogs.yahoo.co.jp boosty.to buymeacoffee.com cafe.daum.net cafe.naver.com
	ch.nicovideo.jp codeberg.org cohost.org cuonda.com d.hatena.ne.jp dribbble.com feedpress.me feeds.podtrac.com
	feedspot.com forendors.cz gab.com geocities.com geocities.jp gitee.com hearthis.at herohero.co issuu.com
	kick.com ko-fi.com kompasiana.com launchpad.net letterboxd.com lineblog.me livestream.com mailchi.mp maily.so
	meetup.com minds.com mixcloud.com my.opera.com myblog.de mypaper.pchome.com.tw news.cision.com notabug.org
	nouw.com paper.li patronite.pl pinterest.com plaza.rakuten.co.jp pod.co podcastmirror.com podpage.com
	radiopublic.com resonaterecordings.com s3.amazonaws.com scienceblogs.com scienceblogs.de scilogs.spektrum.de
	sendfox.com shoutengine.com storage.cloud.google.com storage.googleapis.com storage.yandexcloud.net
	tinyletter.com twitch.tv voiceblog.jp world.hey.com yaplog.jp zhuanlan.zhihu.com
	`)
	// mastodonPlatforms are instances of Mastodon.
	mastodonPlatforms = strings.Fields(`
	aus.social c.im chaos.social fediscience.org fosstodon.org hachyderm.io infosec.exchange ioc.exchange
	journa.host kolektiva.social mas.to masto.es mastodon.art mastodon.nl mastodon.online mastodon.social
	mastodon.uno mastodon.world mastodonapp.uk mathstodon.xyz mstdn.jp mstdn.social newsie.social octodon.social
	piaille.fr respublicae.eu scholar.social sfba.social social.vivaldi.net techhub.social toot.community
	troet.cafe truthsocial.com universeodon.com
	`)
	// lemmyPlatforms are instances of Lemmy.
	lemmyPlatforms = strings.Fields(`
	beehaw.org feddit.org lemm.ee lemmy.ml lemmy.world programming.dev sh.itjust.works
	`)
)

// listedPlatforms returns the rows of the platforms above.
func listedPlatforms() (rows []platform) {
	for _, domain := range subdomainPlatforms {
		rows = append(rows, platform{domain: domain, names: true})
	}
	for _, list := range []struct{ domains, paths []string }{
		{pathPlatforms, []string{"/{name}"}},
		{mastodonPlatforms, []string{"/@{name}.rss -> /@{name}", "/@{name}"}},
		{lemmyPlatforms, []string{
			"/feeds/c/{name}.xml -> /c/{name}", "/feeds/u/{name}.xml -> /u/{name}", "/c/{name}", "/u/{name}",
		}},
	} {
		for _, domain := range list.domains {
			rows = append(rows, platform{domain: domain, paths: list.paths})
		}
	}
	return rows
}
