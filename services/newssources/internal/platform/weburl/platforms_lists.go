package weburl

import "strings"

// Platforms that have no rules of their own, in the order of their domains.
var (
	// subdomainPlatforms name an outlet by each subdomain: "paper.typepad.com".
	subdomainPlatforms = strings.Fields(`
	acquia-sites.com air-nifty.com antville.org areavoices.com art.blog at.webry.info bandcamp.com bigcartel.com
	bitacoras.com bitcron.com blackblogs.org bligoo.com blog.163.com blog.24heures.ch blog.bg blog.cz blog.de
	blog.fc2.com blog.hexun.com blog.hr blog.hu blog.idnes.cz blog.ilsole24ore.com blog.ir blog.is blog.jp
	blog.lemonde.fr blog.meta.ua blog.onet.pl blog.pl blog.pravda.sk blog.rs blog.siol.net blog.sme.sk blog.so-net.ne.jp
	blog.sohu.com blog.tdg.ch blog.terra.com.br blog.uol.com.br blog4ever.com blogas.lt blogautore.espresso.repubblica.it
	blogautore.repubblica.it blogbus.com blogcindario.com blogcu.com blogdetik.com blogdiario.com blogfa.com
	blogfolha.uol.com.br blogg.no blogg.se blogger.de bloggersdelight.dk bloggi.co bloggplatsen.se blogia.com blogit.fi
	blogosfera.uol.com.br blogs.com blogs.it blogs.liberation.fr blogs.nouvelobs.com blogs.sapo.pt blogs.sudouest.fr
	blogsky.com blogsome.com blogspirit.com blogsport.de blogsport.eu bloguje.cz bloog.pl blot.im blox.pl blubrry.net
	booth.pm bravejournal.com business.blog business.site cafeblog.hu canalblog.com canny.io car.blog cargo.site
	centerblog.net circle.so ck.page cocolog-nifty.com code.blog codeplex.com convertkit.com curated.co d3.ru data.blog
	design.blog devote.se diary.ru doorblog.jp dreamwidth.org e-monsite.com edublogs.org egloos.com eklablog.com
	eklablog.fr eklablog.net estranky.cz estranky.sk eventbrite.com exblog.jp exteen.com family.blog fandom.com
	fashion.blog fc2.com fitness.blog food.blog free.fr freeblog.hu freshdesk.com fullblog.com.ar game.blog
	getresponsepages.com getresponsesite.com globo.com godaddysites.com groups.yahoo.com hautetfort.com health.blog
	home.blog home.xs4all.nl homestead.com hs-sites.com hubpages.com hubspotpagebuilder.com hypotheses.org
	ilcannocchiale.it indiatimes.com indymedia.org instatus.com iobloggo.com itch.io jeeran.com jellycast.com jimdo.com
	jimdofree.com jimdosite.com joueb.com jugem.jp kaywa.ch kinja.com kinsta.cloud kit.com lacoctelera.net law.blog
	ldblog.jp lepodcast.fr livedoor.biz livedoor.blog livelib.ru locals.com lofter.com loxblog.com mailerpage.io
	maktoobblog.com mataroa.blog memberful.com metrobloggen.se metromode.se mihanblog.com miraheze.org mlsend.com mn.co
	mono.net movie.blog mozello.com multiply.com muragon.com music.blog myblog.it mykajabi.com mystrikingly.com narod.ru
	nationbuilder.com nekoweb.org news.blog ning.com noblogs.org nolblog.hu nova100.ilsole24ore.com obolog.com
	over-blog.fr over-blog.net over-blog.org overblog.com pagesperso-orange.fr parsiblog.com pblogs.gr pbworks.com
	persianblog.ir peta2.jp photo.blog pika.page pinecast.co pinger.pl pixnet.net podcaster.de podcastpage.io
	podcastwebsites.com podcloud.fr podfm.ru podia.com podiant.co podigee.com podigee.io podster.fm poetry.blog
	politics.blog popo.lt postach.io posterous.com posthaven.com pr.co presspage.com prezly.com puheenvuoro.uusisuomi.fi
	punt.nl reblog.hu rozblog.com rpod.ru school.blog science.blog seesaa.net silvrback.com site123.me skynetblogs.be
	skyrock.com smol.pub smugmug.com soup.io sourceforge.io splinder.com sport.blog squarespace.com ss-blog.jp
	stackexchange.com stationista.com status.lol statuspage.io strikingly.com sulekha.com super.site surge.sh
	tea-nifty.com teachable.com tech.blog theletter.jp thinkific.com ti-da.net tiddlyspot.com tilda.ws travel.blog
	twoday.net txt-nifty.com typepad.com typepad.fr typepad.jp typlog.io ucoz.ru unblog.fr uservoice.com video.blog
	vuodatus.net water.blog way-nifty.com web-log.nl web.fc2.com webblogg.se webcrow.jp weblog.lol weblog.ro weblogs.us
	webnode.at webnode.com webnode.cz webnode.es webnode.fr webnode.hu webnode.it webnode.nl webnode.page webnode.pl
	webnode.pt webnode.se webnode.sk webs.com webstarts.com weebly.com wifeo.com wikia.com wikidot.com wikispaces.com
	wpcomstaging.com wpengine.com writeas.com xanga.com zendesk.com zip.net
	`)
	// sharedDomains are those of link shorteners, cloud storage and content delivery networks. They name no outlet.
	sharedDomains = strings.Fields(`
	akamaihd.net akamaized.net aliyuncs.com amazonaws.com amzn.to azure.com azureedge.net bit.ly bl.ink buff.ly
	cloudflare.net cloudfront.net cutt.ly digitaloceanspaces.com dlvr.it fastly.net fb.me goo.gl
	googleapis.com googleusercontent.com ift.tt is.gd j.mp lnkd.in myqcloud.com ow.ly rb.gy rebrand.ly shorturl.at
	spr.ly t.co t.ly tiny.cc tinyurl.com trib.al v.gd windows.net wp.me
	`)
	// pathPlatforms name an outlet by the first segment of the path: "paper.li/name".
	pathPlatforms = strings.Fields(`
	ameblo.jp audiomack.com beacons.ai behance.net bio.link bitbucket.org blog.51cto.com blog.csdn.net blog.daum.net
	blog.dnevnik.hr blog.etrend.sk blog.goo.ne.jp blog.ilgiornale.it blog.libero.it blog.livedoor.jp blog.milliyet.com.tr
	blog.respekt.cz blog.roodo.com blog.tagesanzeiger.ch blog.udn.com blog.xuite.net blog.yam.com blog.zeit.de bloggen.be
	blogit.iltalehti.fi blogs.20minutos.es blogs.clarin.com blogs.cornell.edu blogs.elconfidencial.com blogs.elpais.com
	blogs.faz.net blogs.harvard.edu blogs.lavanguardia.com blogs.letemps.ch blogs.lexpress.fr blogs.lse.ac.uk
	blogs.oglobo.globo.com blogs.publico.es blogs.rediff.com blogs.taz.de blogs.yahoo.co.jp boosty.to buymeacoffee.com
	cafe.daum.net cafe.naver.com campsite.bio ch.nicovideo.jp codeberg.org cohost.org contents.premium.naver.com
	cuonda.com d.hatena.ne.jp dribbble.com feedpress.me feeds.audiometric.io feeds.podtrac.com feedspot.com forendors.cz
	framagit.org freethoughtblogs.com gab.com geocities.com geocities.jp gitea.com gitee.com hearthis.at herohero.co
	home.arcor.de issuu.com journals.openedition.org kick.com ko-fi.com kompasiana.com launchpad.net letterboxd.com
	liberapay.com lineblog.me linktr.ee livestream.com mail-archive.com mailchi.mp maily.so meetup.com minds.com
	mixcloud.com my.opera.com myblog.de mypaper.pchome.com.tw news.cision.com notabug.org nouw.com oocities.org
	opencollective.com paper.li patronite.pl payhip.com perso.wanadoo.fr pinterest.com plaza.rakuten.co.jp pod.co
	pod.space podcastmirror.com podcasts.subsplash.com podpage.com radiopublic.com resonaterecordings.com
	s3.amazonaws.com salsa.debian.org scienceblogs.com scienceblogs.de scilogs.spektrum.de sendfox.com shoutengine.com
	storage.cloud.google.com storage.googleapis.com storage.yandexcloud.net subscribestar.com tinyletter.com twitch.tv
	users.skynet.be voiceblog.jp world.hey.com yaplog.jp yuque.com zhuanlan.zhihu.com
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
	aussie.zone beehaw.org discuss.tchncs.de feddit.de feddit.it feddit.nl feddit.org feddit.uk hexbear.net infosec.pub
	jlai.lu lemdro.id lemm.ee lemmy.blahaj.zone lemmy.ca lemmy.dbzer0.com lemmy.ml lemmy.one lemmy.world lemmy.zip
	lemmygrad.ml mander.xyz midwest.social programming.dev reddthat.com sh.itjust.works slrpnk.net sopuli.xyz
	startrek.website szmer.info ttrpg.network
	`)
)

// listedPlatforms returns the rows of the platforms above.
func listedPlatforms() (rows []platform) {
	for _, domain := range subdomainPlatforms {
		rows = append(rows, platform{domain: domain, names: true})
	}
	for _, list := range []struct{ domains, paths []string }{
		{pathPlatforms, []string{"/{name}"}},
		{mastodonPlatforms, []string{
			"/@{name}.rss -> /@{name}", "/users/{name}.atom -> /@{name}", "/tags/{name}.rss -> /tags/{name}", "/tags/{name}",
			"/@{name}",
		}},
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
